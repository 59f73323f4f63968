# What is installed beside the program, and the Debian package (`cpack -G DEB` in the build folder).

find_program(SCDOC scdoc)
if(SCDOC)
  set(YOMI_MAN ${CMAKE_BINARY_DIR}/yomi.1.gz)
  add_custom_command(OUTPUT ${YOMI_MAN}
    COMMAND sh -c "${SCDOC} < ${PROJECT_SOURCE_DIR}/docs/man/yomi.1.scd | gzip -9n > ${YOMI_MAN}"
    DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/yomi.1.scd VERBATIM)
  add_custom_target(man ALL DEPENDS ${YOMI_MAN})
  install(FILES ${YOMI_MAN} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
else()
  message(STATUS "scdoc is not installed: no man page")
endif()

install(FILES ${PROJECT_SOURCE_DIR}/completions/yomi.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME yomi)
install(FILES ${PROJECT_SOURCE_DIR}/completions/_yomi DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${PROJECT_SOURCE_DIR}/completions/yomi.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# Debian wants a changelog in its own form; what changed is told in CHANGELOG.md, which goes beside it.
set(YOMI_CONTACT "The Yomi contributors <yomi@localhost>" CACHE STRING "maintainer of the Debian package")
string(TIMESTAMP YOMI_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${CMAKE_BINARY_DIR}/debian-changelog "yomi (${PROJECT_VERSION}) unstable; urgency=low

  * What changed is in CHANGELOG.md.

 -- ${YOMI_CONTACT}  ${YOMI_DATE}
")
execute_process(COMMAND gzip -9nkf ${CMAKE_BINARY_DIR}/debian-changelog)
install(FILES ${CMAKE_BINARY_DIR}/debian-changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME changelog.gz)
install(FILES ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME yomi)
set(CPACK_PACKAGE_CONTACT "${YOMI_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "plays, analyses and solves shogi, dobutsu shogi, Othello and gomoku")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils) # games would have to live in /usr/games, where GUIs do not look for engines
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Yomi is a web page to play and analyse on, an engine for GUIs (USI, NBoard,
GTP, Gomocup), and a workshop: matches with sequential tests, analysis of
records, tuning and training. The package has a library and its header, too.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON) # and the trigger of ldconfig
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
include(CPack)

# What is installed beside the program, and the Debian package (`cpack -G DEB` in the build folder).

find_program(SCDOC scdoc)
if(SCDOC)
  set(YOMI_MAN ${CMAKE_BINARY_DIR}/yomi.1)
  add_custom_command(OUTPUT ${YOMI_MAN}
    COMMAND sh -c "${SCDOC} < ${PROJECT_SOURCE_DIR}/docs/man/yomi.1.scd > ${YOMI_MAN}"
    DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/yomi.1.scd VERBATIM)
  add_custom_target(man ALL DEPENDS ${YOMI_MAN})
  install(FILES ${YOMI_MAN} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()

install(FILES ${PROJECT_SOURCE_DIR}/completions/yomi.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME yomi)
install(FILES ${PROJECT_SOURCE_DIR}/completions/_yomi DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${PROJECT_SOURCE_DIR}/completions/yomi.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME yomi)
set(CPACK_PACKAGE_CONTACT "The Yomi contributors <yomi@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "plays, analyses and solves shogi, Othello and gomoku")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
include(CPack)

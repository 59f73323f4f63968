import { render } from 'preact';
import { App } from './app';
import { Controller } from './controller';
import './style.css';

const root = document.getElementById('app');
if (root) render(<App controller={new Controller()} />, root);

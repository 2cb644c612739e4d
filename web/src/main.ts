import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './settings.svelte';
import { shell } from './shell.svelte';
import { words } from './words.svelte';

await words.speak(settings.values.lang).catch(() => {}); // in English then
const target = document.getElementById('app');
if (target) mount(App, { target });
void shell.begin();

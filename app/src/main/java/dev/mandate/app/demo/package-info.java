/** The demo: it plays the main job over HTTP, with real transaction bytes on a simulated chain, and explains each step. */
@NullMarked
package dev.mandate.app.demo;

import org.jspecify.annotations.NullMarked;

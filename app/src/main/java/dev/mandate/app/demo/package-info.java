/** The demo: the main job, played over HTTP on real transaction bytes against a simulated chain, and told as it goes. */
@NullMarked
package dev.mandate.app.demo;

import org.jspecify.annotations.NullMarked;

/** What adapters that keep files say when a file fails them: no port, but beneath all of them. */
@NullMarked
package dev.mandate.ports.file;

import org.jspecify.annotations.NullMarked;

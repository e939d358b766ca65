/** Reads the interface's objects from requests and writes them in answers. */
@NullMarked
package dev.mandate.adapters.http.codec;

import org.jspecify.annotations.NullMarked;

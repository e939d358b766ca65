/** The endpoints as data. Each reads a request, calls the engine and writes the answer. */
@NullMarked
package dev.mandate.adapters.http.api;

import org.jspecify.annotations.NullMarked;

/** Strict JSON: read into what an endpoint asked for or into everything that is wrong with it, and written. */
@NullMarked
package dev.mandate.adapters.http.json;

import org.jspecify.annotations.NullMarked;

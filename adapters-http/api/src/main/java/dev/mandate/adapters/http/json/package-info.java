/** Strict JSON: reads it into the types of an endpoint or into a list of all problems, and writes it. */
@NullMarked
package dev.mandate.adapters.http.json;

import org.jspecify.annotations.NullMarked;

/** The endpoints, as data: what each reads from a request, what it asks the engine, what it answers. */
@NullMarked
package dev.mandate.adapters.http.api;

import org.jspecify.annotations.NullMarked;

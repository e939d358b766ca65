/** A request and its reply as values, and endpoints as data: nothing here knows which server carries them. */
@NullMarked
package dev.mandate.adapters.http.exchange;

import org.jspecify.annotations.NullMarked;

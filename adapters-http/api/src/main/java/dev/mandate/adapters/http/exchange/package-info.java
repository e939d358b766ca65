/** Requests and responses as values, and endpoints as data, independent of the server. */
@NullMarked
package dev.mandate.adapters.http.exchange;

import org.jspecify.annotations.NullMarked;

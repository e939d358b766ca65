/** The steps around every endpoint: routing, keys, limits, networks, errors, log and metrics. */
@NullMarked
package dev.mandate.adapters.http.service;

import org.jspecify.annotations.NullMarked;

/** Holds what the service does against the OpenAPI document that it serves. */
@NullMarked
package dev.mandate.adapters.http.openapi;

import org.jspecify.annotations.NullMarked;

/** Tests the service against its OpenAPI document. */
@NullMarked
package dev.mandate.adapters.http.openapi;

import org.jspecify.annotations.NullMarked;

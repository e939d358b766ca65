/**
 * Checks HTTP exchanges against an OpenAPI 3.1 document, for tests of the service and of hosts that mount its endpoints.
 *
 * <p>Create an {@link dev.mandate.testsupport.openapi.OpenApiCheck} from the document at {@code /openapi.json}. Send requests
 * by a {@link dev.mandate.testsupport.openapi.HeldHttpClient}, or build an {@link dev.mandate.testsupport.openapi.Exchange}
 * from your own transport. The tests need {@code com.networknt:json-schema-validator} and {@code
 * tools.jackson.core:jackson-databind} on their class path; this module does not bring them.
 */
@NullMarked
package dev.mandate.testsupport.openapi;

import org.jspecify.annotations.NullMarked;

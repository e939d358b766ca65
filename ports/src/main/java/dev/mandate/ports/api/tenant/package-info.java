/**
 * The service for one tenant on one network: the tenant's own accounts, new accounts at the operator's cost, and submission of signed
 * transactions. Requests from outside go through it.
 */
@NullMarked
package dev.mandate.ports.api.tenant;

import org.jspecify.annotations.NullMarked;

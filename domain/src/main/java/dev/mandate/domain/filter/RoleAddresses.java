package dev.mandate.domain.filter;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;

/**
 * The addresses that a filter names for a role.
 *
 * @param role in snake_case, such as {@code destination}
 */
public record RoleAddresses(String role, Array<Address> addresses) {}

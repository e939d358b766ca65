package dev.mandate.engine.review;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Set;
import java.util.function.Predicate;

/**
 * What a caller knows of addresses. A tenant does not know the accounts of others: an answer must not reveal them.
 *
 * @param operators the operator's addresses
 * @param accounts whether an address is one of the caller's smart accounts
 * @param passkeys whether an address is that of one of the caller's passkeys
 */
public record CallerAddresses(Set<Address> operators, Predicate<Address> accounts, Predicate<Address> passkeys) {}

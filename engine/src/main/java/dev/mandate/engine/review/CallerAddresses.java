package dev.mandate.engine.review;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.ports.api.custody.BuildRefusal;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What a caller knows of addresses. A tenant does not know the accounts of others: an answer must not reveal them.
 *
 * @param operators the operator's addresses
 * @param accounts whether an address is one of the caller's smart accounts
 * @param passkeys whether an address is that of one of the caller's passkeys
 * @param limits the engine's record of the limit at an address, whoever of its tenants has it
 * @param held why nothing is done for the account at an address, whoever has it
 */
public record CallerAddresses(
        Set<Address> operators,
        Predicate<Address> accounts,
        Predicate<Address> passkeys,
        Function<Address, Option<EngineLimit>> limits,
        Function<Address, Option<BuildRefusal>> held) {}

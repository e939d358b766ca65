package dev.mandate.engine;

import dev.mandate.engine.audit.EndProtection;
import io.vavr.control.Option;
import dev.mandate.engine.authority.AuthorityPorts;
import dev.mandate.ports.api.passkey.Passkeys;
import dev.mandate.engine.creation.OperatorAccounts;
import io.vavr.collection.Set;
import dev.mandate.domain.chain.Address;
import java.security.SecureRandom;
import io.vavr.collection.HashSet;

/**
 * The ports that an engine can do without.
 *
 * @param operator none: no account is made at an operator's cost
 * @param operators the fee payers of operators, on all networks
 * @param random makes ids
 * @param ends secures what is ended before it is acknowledged
 */
record EnginePorts(
        Option<AuthorityPorts> authorities,
        Option<Passkeys> passkeys,
        Option<OperatorAccounts> operator,
        Set<Address> operators,
        SecureRandom random,
        EndProtection ends) {

    static final EnginePorts NONE =
            new EnginePorts(Option.none(), Option.none(), Option.none(), HashSet.empty(), new SecureRandom(), EndProtection.NONE);

    EnginePorts withAuthorities(AuthorityPorts authorities) {
        return new EnginePorts(Option.some(authorities), passkeys, operator, operators, random, ends);
    }

    EnginePorts withPasskeys(Passkeys passkeys) {
        return new EnginePorts(authorities, Option.some(passkeys), operator, operators, random, ends);
    }

    EnginePorts withOperator(OperatorAccounts operator) {
        return new EnginePorts(authorities, passkeys, Option.some(operator), operators, random, ends);
    }

    EnginePorts withOperators(Set<Address> operators) {
        return new EnginePorts(authorities, passkeys, operator, operators, random, ends);
    }

    EnginePorts withRandom(SecureRandom random) {
        return new EnginePorts(authorities, passkeys, operator, operators, random, ends);
    }

    EnginePorts withEnds(EndProtection ends) {
        return new EnginePorts(authorities, passkeys, operator, operators, random, ends);
    }
}

package dev.mandate.ports.api.authority;

import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.api.tenant.CreationRefusal;

/** Why an authority did not get what it asked for. */
public sealed interface AuthorityRefusal {

    /** The rules of e-mail identities refuse it. */
    record ByRule(IdentityRefusal why) implements AuthorityRefusal {}

    /** The code is wrong. */
    record WrongCode(int attemptsLeft) implements AuthorityRefusal {}

    /** The key to which a session key should be sealed is none. */
    record BadRecipient(String detail) implements AuthorityRefusal {}

    /** A session ends after it begins, and at most {@code maxSeconds} later. */
    record SessionLength(long seconds, long maxSeconds) implements AuthorityRefusal {}

    /** The signature is by no living session of the identity. */
    record NotSigned() implements AuthorityRefusal {}

    /** The idempotency key was used for another request. */
    record KeyReused() implements AuthorityRefusal {}

    /** The vault did not make the key. The same request may be repeated. */
    record VaultSilent(VaultFault fault) implements AuthorityRefusal {}

    /**
     * The account can't be created now. The same request may be repeated until {@code until}.
     *
     * @param until when the challenge expires
     */
    record NotCreated(CreationRefusal why, UnixTime until) implements AuthorityRefusal {}
}

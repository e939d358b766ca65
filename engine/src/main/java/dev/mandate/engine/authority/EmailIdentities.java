package dev.mandate.engine.authority;

import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.time.ServerClock;
import java.security.SecureRandom;

/**
 * What sign-in by e-mail stands on, for one tenant on one network.
 *
 * @param keys checks the signatures of sessions
 * @param random makes ids
 */
public record EmailIdentities(
        TenantJournal journal, IdentityRepository book, IdentityAccounts accounts, AuthorityKeys keys, EmailPorts ports, SecureRandom random) {

    ServerClock clock() {
        return journal.clock();
    }
}

package dev.mandate.engine.authority;

import dev.mandate.domain.authority.UserId;
import dev.mandate.domain.access.KeyLine;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.authority.EmailIdentity;
import dev.mandate.domain.authority.IdentityCommand;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.authority.Registration;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.creation.AccountCreations;
import dev.mandate.engine.creation.CreationRecord;
import dev.mandate.ports.spi.keys.CreationId;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.SignerAuthority;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.CreationRefusal;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Keys and accounts of a tenant's registered identities. Ids and addresses are on record before anything is made, so every repetition makes
 * the same key and the same account.
 */
public final class IdentityAccounts {

    private final TenantJournal journal;
    private final IdentityRepository identities;
    private final ManagedKeyRepository keys;
    private final KeyVault vault;
    private final AccountCreations creations;

    IdentityAccounts(TenantJournal journal, IdentityRepository identities, ManagedKeyRepository keys, KeyVault vault, AccountCreations creations) {
        this.journal = journal;
        this.identities = identities;
        this.keys = keys;
        this.vault = vault;
        this.creations = creations;
    }

    IdentityRepository identities() {
        return identities;
    }

    /** The key and the account that an identity will get. */
    Registration fresh(ManagedKeyId key, KeyLine by) {
        return new Registration(key, creations.locate(creation(key)).address(), Option.none(), by.key(), by.first());
    }

    /** The address of the identity's key, which is made if it does not exist. If two machines make a key at once, the first on record counts. */
    Either<VaultFault, Address> signer(UserId user, EmailIdentity identity) {
        Registration registration = identity.registration().get();
        return registration.signer()
                .<Either<VaultFault, Address>>map(Either::right)
                .getOrElse(() -> vault.ensure(journal.tenant(), registration.key()).map(signer -> named(user, registration, signer)));
    }

    private Address named(UserId user, Registration registration, Address signer) {
        return identities
                .tell(
                        user,
                        new IdentityCommand.NameSigner(signer),
                        (commit, changed) -> keys.bind(commit, signer, registration.key(), new SignerAuthority.Email(user)))
                .fold(
                        refusal -> {
                            if (refusal instanceof IdentityRefusal.SignerKnown(var known)) {
                                return known;
                            }
                            throw new IllegalStateException("an identity with an account gets no signer: " + refusal);
                        },
                        changed -> signer);
    }

    /** Orders the identity's account, or finds its order. One that never landed is ordered again. */
    Either<CreationRefusal, CreationRecord> order(Registration registration, Address signer) {
        KeyLine by = new KeyLine(registration.orderedBy(), registration.quota());
        Command.CreateAccount terms = new Command.CreateAccount(
                Array.of(new Signer(signer, Permissions.ALL)),
                new Threshold(1),
                TimeLock.NONE,
                new AdminControl.None(),
                Option.some(signer));
        return creations.order(by, creation(registration.key()), new CreationOrder(terms));
    }

    /** A key and the account made for it have ids of the same digits. */
    private static CreationId creation(ManagedKeyId key) {
        return new CreationId("crt_" + key.text().substring("key_".length()));
    }
}

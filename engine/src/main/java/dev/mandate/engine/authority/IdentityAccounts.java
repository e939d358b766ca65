package dev.mandate.engine.authority;

import dev.mandate.domain.authority.UserId;
import dev.mandate.domain.access.KeyLine;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.EmailIdentity;
import dev.mandate.domain.authority.IdentityCommand;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.authority.Registration;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
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
 * Keys and accounts of a tenant's registered identities. Their ids follow from the e-mail address and are on record before anything is made, so every
 * repetition makes the same key and the same account, also where the journal was put back.
 */
public final class IdentityAccounts {

    private static final int KEY_BYTES = 16;

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

    /**
     * The id of the vault's key for an address: a keyed hash. So a vault tells no address, and an identity that the journal has lost finds its key.
     */
    ManagedKeyId keyOf(EmailAddress email) {
        return new ManagedKeyId("key_" + Bytes.of(creations.nameFor("identity-key/" + email.text()).toArray(), 0, KEY_BYTES).toHex());
    }

    /** The address of the vault's key for an address, whether the journal knows the identity or not. */
    Either<VaultFault, Option<Address>> signer(EmailAddress email) {
        return vault.find(journal.tenant(), keyOf(email));
    }

    /** What a new identity of this address will get. */
    Registration fresh(EmailAddress email, KeyLine by) {
        return new Registration(keyOf(email), Option.none(), Option.none(), by.key(), by.first());
    }

    /**
     * The identity's registration with the address of its key, which is made if it does not exist, and that of its account. If two machines make a key at
     * once, the first on record counts.
     */
    Either<VaultFault, Registration> complete(UserId user, EmailIdentity identity) {
        Registration registration = identity.registration().get();
        return registration.signer().isDefined()
                ? Either.right(registration)
                : vault.ensure(journal.tenant(), registration.key()).map(signer -> named(user, identity, registration, signer));
    }

    private Registration named(UserId user, EmailIdentity identity, Registration registration, Address signer) {
        Address account = registration.account()
                .getOrElse(() -> creations.locate(creation(identity.email(), registration, terms(signer))).address());
        return identities
                .tell(
                        user,
                        new IdentityCommand.NameSigner(signer, account),
                        (commit, changed) -> keys.bind(commit, signer, registration.key(), new SignerAuthority.Email(user)))
                .fold(
                        refusal -> {
                            if (refusal instanceof IdentityRefusal.SignerKnown) {
                                return identities.find(user).get();
                            }
                            throw new IllegalStateException("an identity with an account gets no signer: " + refusal);
                        },
                        IdentityRepository.Changed::identity)
                .registration()
                .get();
    }

    /** Orders the identity's account, or finds its order. One that never landed is ordered again; one that the journal has lost is found. */
    Either<CreationRefusal, CreationRecord> order(EmailAddress email, Registration complete) {
        KeyLine by = new KeyLine(complete.orderedBy(), complete.quota());
        Command.CreateAccount terms = terms(complete.signer().get());
        return creations.order(by, creation(email, complete, terms), new CreationOrder(terms));
    }

    private static Command.CreateAccount terms(Address signer) {
        return new Command.CreateAccount(
                Array.of(new Signer(signer, Permissions.ALL)),
                new Threshold(1),
                TimeLock.NONE,
                new AdminControl.None(),
                Option.some(signer));
    }

    /**
     * The account follows from the address and its signer: with another key, because the vault has lost the first, it is another account. Earlier versions
     * gave the account the digits of a random key.
     */
    private CreationId creation(EmailAddress email, Registration registration, Command.CreateAccount terms) {
        return registration.key().equals(keyOf(email))
                ? creations.idFor("identity/" + email.text(), terms)
                : new CreationId("crt_" + registration.key().text().substring("key_".length()));
    }
}

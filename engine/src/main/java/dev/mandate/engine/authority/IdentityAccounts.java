package dev.mandate.engine.authority;

import dev.mandate.domain.access.Caller;
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
import dev.mandate.engine.authority.IdentityBook.Place;
import dev.mandate.engine.authority.ManagedKeyBook.ManagedKey;
import dev.mandate.engine.creation.AccountCreations;
import dev.mandate.engine.creation.CreationRecord;
import dev.mandate.ports.keys.CreationId;
import dev.mandate.ports.keys.KeyVault;
import dev.mandate.ports.keys.SignerAuthority;
import dev.mandate.ports.keys.VaultFault;
import dev.mandate.ports.tenant.CreationOrder;
import dev.mandate.ports.tenant.CreationRefusal;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Keys and accounts of registered identities on one network. Ids and addresses are on record before anything is made, so every repetition makes
 * the same key and the same account.
 */
final class IdentityAccounts {

    private final IdentityBook identities;
    private final ManagedKeyBook keys;
    private final KeyVault vault;
    private final AccountCreations creations;

    IdentityAccounts(IdentityBook identities, ManagedKeyBook keys, KeyVault vault, AccountCreations creations) {
        this.identities = identities;
        this.keys = keys;
        this.vault = vault;
        this.creations = creations;
    }

    /** The key and the account that an identity will get. */
    Registration fresh(ManagedKeyId key, Caller caller) {
        return new Registration(key, creations.locate(creation(key)).address(), Option.none(), caller.key(), caller.line());
    }

    /** The address of the identity's key, which is made if it does not exist. If two machines make a key at once, the first on record counts. */
    Either<VaultFault, Address> signer(Place place, EmailIdentity identity) {
        Registration registration = identity.registration().get();
        return registration.signer()
                .<Either<VaultFault, Address>>map(Either::right)
                .getOrElse(() -> vault.ensure(place.tenant(), registration.key()).map(signer -> named(place, registration, signer)));
    }

    private Address named(Place place, Registration registration, Address signer) {
        ManagedKey key = new ManagedKey(place.tenant(), registration.key(), new SignerAuthority.Email(place.user()));
        return identities
                .tell(
                        place,
                        new IdentityCommand.NameSigner(signer),
                        (commit, changed) -> keys.bind(commit, place.network(), signer, key))
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
    Either<CreationRefusal, CreationRecord> order(Place place, Registration registration, Address signer) {
        Caller caller = new Caller(place.tenant(), registration.orderedBy(), registration.quota(), HashSet.empty());
        Command.CreateAccount terms = new Command.CreateAccount(
                Array.of(new Signer(signer, Permissions.ALL)),
                new Threshold(1),
                TimeLock.NONE,
                new AdminControl.None(),
                Option.some(signer));
        return creations.order(caller, creation(registration.key()), new CreationOrder(terms));
    }

    /** A key and the account made for it have ids of the same digits. */
    private static CreationId creation(ManagedKeyId key) {
        return new CreationId("crt_" + key.text().substring("key_".length()));
    }
}

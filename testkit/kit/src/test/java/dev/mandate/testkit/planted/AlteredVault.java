package dev.mandate.testkit.planted;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.JournalBinding;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.simulator.keys.TestKeyVault;
import dev.mandate.testkit.keys.KeyVaultContract;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The contract of the vault of tests, whose requests a subclass alters. It runs only by a launcher. */
class AlteredVault extends KeyVaultContract {

    private final TestKeyVault keys = new TestKeyVault();

    /** Returns the tenant for whom a key is looked up. */
    Tenant tenant(Tenant asked) {
        return asked;
    }

    /** Returns the message that is signed. */
    AuthorizedMessage message(KeyVault vault, AuthorizedMessage asked) {
        return asked;
    }

    /** Returns what the vault answers where a key's address cannot be had. */
    Either<VaultFault, Option<Address>> fault(VaultFault fault) {
        return Either.left(fault);
    }

    @Override
    protected void takeAway() {
        keys.silent(true);
    }

    @Override
    protected void bringBack() {
        keys.silent(false);
    }

    @Override
    protected KeyVault open() {
        TestKeyVault vault = keys.again();
        return new KeyVault() {
            @Override
            public Either<VaultFault, Option<Address>> find(Tenant tenant, ManagedKeyId id) {
                return vault.find(tenant(tenant), id).fold(fault -> fault(fault), Either::right);
            }

            @Override
            public Either<VaultFault, Address> ensure(Tenant tenant, ManagedKeyId id) {
                return vault.ensure(tenant(tenant), id);
            }

            @Override
            public Either<VaultFault, Signature> sign(AuthorizedMessage asked) {
                AuthorizedMessage own = new AuthorizedMessage(tenant(asked.tenant()), asked.key(), asked.signer(), asked.message());
                return vault.sign(message(vault, own));
            }

            @Override
            public Option<VaultFault> destroy(Tenant tenant, ManagedKeyId id) {
                return vault.destroy(tenant(tenant), id);
            }

            @Override
            public Option<JournalBinding> journalBinding() {
                return vault.journalBinding();
            }

            @Override
            public void close() {
                vault.close();
            }
        };
    }

    /** A key is found by its id, whoever's it is. */
    static class TenantIgnored extends AlteredVault {
        @Override
        Tenant tenant(Tenant asked) {
            return ACME;
        }
    }

    /** A key signs, whatever address is meant. */
    static class AddressIgnored extends AlteredVault {
        @Override
        AuthorizedMessage message(KeyVault vault, AuthorizedMessage asked) {
            return vault.ensure(asked.tenant(), asked.key())
                    .map(address -> new AuthorizedMessage(asked.tenant(), asked.key(), address, asked.message()))
                    .getOrElse(asked);
        }
    }

    /** A vault that is away looks like one without keys. */
    static class AbsenceTakenForNoKey extends AlteredVault {
        @Override
        Either<VaultFault, Option<Address>> fault(VaultFault fault) {
            return Either.right(Option.none());
        }
    }
}

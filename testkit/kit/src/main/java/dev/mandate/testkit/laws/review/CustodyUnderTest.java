package dev.mandate.testkit.laws.review;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;

/** A service with a vault that knows no account yet, on a chain without accounts. {@link #operator} and {@link #passkey} are the same in each of them. */
public interface CustodyUnderTest {

    Chain chain();

    /** Controls {@link #chain}. */
    ChainControl control();

    /** The accounts of the caller for whom the laws build and submit. */
    Custody custody();

    /** The fee payer of the service's operator, for whom no law has the key. */
    Address operator();

    /** The address of a passkey that the caller has registered. */
    Address passkey();

    /** Registers an account for another caller. */
    void registerForAnother(SettingsAddress settings);

    /**
     * Allows a durable nonce for an account of the caller.
     *
     * @param signers enough signers of the account
     */
    void allow(Address account, Address nonce, Array<TestKey> signers);
}

package dev.mandate.testsupport.toy;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.bytes.ByteWriter;
import java.nio.charset.StandardCharsets;

/** The program's own address, and those that follow from it. */
final class ToyAddresses {

    static final Address PROGRAM = derived(Address.ZERO, "toy program", Address.ZERO, 0);
    static final Address CREATION_TERMS = derived(PROGRAM, "terms", Address.ZERO, 0);

    private ToyAddresses() {}

    static SettingsAddress settings(Address createKey) {
        return new SettingsAddress(derived(PROGRAM, "account", createKey, 0));
    }

    static Address vault(SettingsAddress settings) {
        return derived(PROGRAM, "vault", settings.address(), 0);
    }

    static Address content(SettingsAddress settings, long index) {
        return derived(PROGRAM, "content", settings.address(), index);
    }

    static Address proposal(SettingsAddress settings, long index) {
        return derived(PROGRAM, "votes", settings.address(), index);
    }

    static Address limit(SettingsAddress settings, Address createKey) {
        return derived(settings.address(), "limit", createKey, 0);
    }

    static Address buffer(SettingsAddress settings, Address creator, int index) {
        return derived(settings.address(), "buffer", creator, index);
    }

    private static Address derived(Address program, String kind, Address base, long index) {
        return ProgramDerivedAddress.find(
                        program,
                        ByteWriter.write(out -> out.u64(index)).toArray(),
                        base.toArray(),
                        kind.getBytes(StandardCharsets.US_ASCII))
                .address();
    }
}

package dev.mandate.solana.external;

import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.ports.spi.passkey.ExternalSignatureProgram;
import dev.mandate.solana.address.ProgramDerivedAddress;
import java.nio.charset.StandardCharsets;

/** The accounts of passkeys at the external signature program as deployed on the public networks. */
public final class PasskeyAccounts implements ExternalSignatureProgram {

    private static final Address PROGRAM = Address.parse("ExtSgUPtP3JyKUysFw2S5fpL5fWfUPzGUQLd2bTwftXN").get();
    private static final byte[] PASSKEY = "passkey".getBytes(StandardCharsets.US_ASCII);

    @Override
    public Address accountOf(P256PublicKey key) {
        return ProgramDerivedAddress.find(PROGRAM, PASSKEY, Sha256.of(key.compressed()).toArray()).address();
    }
}

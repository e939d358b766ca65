package dev.mandate.solana.squadsv4;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;

/**
 * How the program spells a signer, which it calls a member: the address, then the permission mask in one byte. The byte may say more
 * than 7; the program then refuses the change with {@link ProgramError#UNKNOWN_PERMISSION}.
 */
public final class SignerCodec {

    /** What one takes in bytes. */
    public static final int BYTES = 33;

    private SignerCodec() {}

    public static Signer read(ByteReader in) {
        return new Signer(in.address(), new Permissions(in.u8()));
    }

    public static void write(Signer signer, ByteWriter out) {
        out.address(signer.address());
        out.u8(signer.permissions().mask());
    }
}

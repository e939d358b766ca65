package dev.mandate.solana.squadsv4;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;

/**
 * The program's encoding of a signer, which the program calls a member: the address, then the permission mask (one byte). The
 * mask may exceed 7; the program then refuses the change with {@link ProgramError#UNKNOWN_PERMISSION}.
 */
public final class SignerCodec {

    /** The length of one encoded signer, in bytes. */
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

package dev.mandate.solana.programs.account;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.control.Option;

/**
 * Token-2022's extensions. An account with extensions is padded to the length of a token account. The next byte says whether it
 * is a mint or a token account. The extensions follow.
 */
final class TokenExtensions {

    static final int TYPE_OFFSET = TokenAccount.LENGTH;
    static final int MINT = 1;
    static final int ACCOUNT = 2;
    /** The length of a multisignature account. To avoid confusion, the program makes no other account of this length. */
    private static final int MULTISIG_LENGTH = 355;

    private TokenExtensions() {}

    /** Returns whether {@code data} is an account of {@code type} with extensions. */
    static boolean follow(Bytes data, int type) {
        return data.length() > TYPE_OFFSET && data.length() != MULTISIG_LENGTH && data.at(TYPE_OFFSET) == type;
    }

    static Bytes of(Bytes data) {
        return data.length() > TYPE_OFFSET
                ? data.slice(TYPE_OFFSET + 1, data.length() - TYPE_OFFSET - 1)
                : Bytes.EMPTY;
    }

    /**
     * Returns the content of the extension of {@code type}. Each extension is a type (u16), a length (u16) and the content.
     *
     * @param extensions the bytes after the account type byte
     */
    static Option<Bytes> find(Bytes extensions, int type) {
        ByteReader in = new ByteReader(extensions);
        while (true) {
            int found = in.u16();
            Bytes content = in.bytes(in.u16());
            if (found == 0 || in.finishPrefix(content).isLeft()) {
                return Option.none();
            }
            if (found == type) {
                return Option.some(content);
            }
        }
    }

    static void write(int type, Bytes extensions, ByteWriter out) {
        if (extensions.length() > 0) {
            out.padTo(TYPE_OFFSET);
            out.u8(type);
            out.bytes(extensions);
        }
    }
}

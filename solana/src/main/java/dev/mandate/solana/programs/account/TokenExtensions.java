package dev.mandate.solana.programs.account;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.control.Option;

/**
 * Where Token-2022 keeps extensions: any account that has some is padded to a token account's length, and then a byte tells mint
 * from token account.
 */
final class TokenExtensions {

    static final int TYPE_OFFSET = TokenAccount.LENGTH;
    static final int MINT = 1;
    static final int ACCOUNT = 2;
    /** A multisignature account's; the program makes no other account of this length, lest they be confused. */
    private static final int MULTISIG_LENGTH = 355;

    private TokenExtensions() {}

    /** Whether {@code data} is a {@code type} with extensions: then they begin after the type's byte. */
    static boolean follow(Bytes data, int type) {
        return data.length() > TYPE_OFFSET && data.length() != MULTISIG_LENGTH && data.at(TYPE_OFFSET) == type;
    }

    static Bytes of(Bytes data) {
        return data.length() > TYPE_OFFSET
                ? data.slice(TYPE_OFFSET + 1, data.length() - TYPE_OFFSET - 1)
                : Bytes.EMPTY;
    }

    /**
     * The content of the extension of a {@code type}, which is a number of two bytes before a length of two.
     *
     * @param extensions as they lie after the account's type byte
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

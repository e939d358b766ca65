package dev.mandate.solana.programs.account;

import dev.mandate.domain.kernel.Bytes;
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
        int at = 0;
        while (at + 4 <= extensions.length()) {
            int length = u16(extensions, at + 2);
            if (u16(extensions, at) == 0 || at + 4 + length > extensions.length()) {
                return Option.none();
            }
            if (u16(extensions, at) == type) {
                return Option.some(extensions.slice(at + 4, length));
            }
            at += 4 + length;
        }
        return Option.none();
    }

    private static int u16(Bytes bytes, int offset) {
        return (bytes.at(offset) & 0xff) | (bytes.at(offset + 1) & 0xff) << 8;
    }

    static int lengthWith(int baseLength, Bytes extensions) {
        return extensions.length() == 0 ? baseLength : TYPE_OFFSET + 1 + extensions.length();
    }

    static Bytes append(AccountWriter writer, int type, Bytes extensions) {
        return extensions.length() == 0
                ? writer.written()
                : writer.bytesAt(TYPE_OFFSET, Bytes.of((byte) type))
                        .bytesAt(TYPE_OFFSET + 1, extensions)
                        .written();
    }
}

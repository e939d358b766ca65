package dev.mandate.solana.decode;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.programs.account.MintAccount;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** The rules of a token that change what a transfer of it means. Source: {@code ExtensionType} of Token-2022. */
final class TokenNotes {

    private static final int TRANSFER_FEE = 1;
    private static final int DEFAULT_STATE = 6;
    private static final int NON_TRANSFERABLE = 9;
    private static final int INTEREST_BEARING = 10;
    private static final int PERMANENT_DELEGATE = 12;
    private static final int TRANSFER_HOOK = 14;
    private static final int SCALED_AMOUNT = 25;
    private static final int PAUSABLE = 26;

    private static final int FROZEN = 2;
    /** Two authorities and the withheld amount. Then epoch, greatest fee and basis points, of now and of later. */
    private static final int FEES_OFFSET = 32 + 32 + 8;

    private TokenNotes() {}

    static Array<String> of(Address mint, MintAccount account) {
        String token = "The token " + mint;
        return Array.of(
                        account.extension(TRANSFER_FEE).flatMap(content -> fee(token, content)),
                        account.extension(TRANSFER_HOOK)
                                .flatMap(content -> address(content, 32))
                                .map(program -> token + " calls the program " + program + " at each transfer."),
                        account.extension(PERMANENT_DELEGATE)
                                .flatMap(content -> address(content, 0))
                                .map(delegate -> delegate + " may take or destroy the token " + mint + " in every account, for good."),
                        account.extension(DEFAULT_STATE)
                                .filter(content -> content.length() > 0 && content.at(0) == FROZEN)
                                .map(content -> "New token accounts of " + mint + " are frozen."),
                        account.extension(NON_TRANSFERABLE).map(content -> token + " can never be transferred."),
                        account.extension(PAUSABLE)
                                .flatMap(content -> address(content, 0))
                                .map(authority -> authority + " may stop all transfers of the token " + mint + "."),
                        account.extension(INTEREST_BEARING)
                                .orElse(() -> account.extension(SCALED_AMOUNT))
                                .map(content -> "Wallets show other amounts of the token " + mint + " than are stated here."),
                        account.freezeAuthority().map(authority -> authority + " may freeze token accounts of " + mint + "."))
                .flatMap(note -> note);
    }

    private static Option<String> fee(String token, Bytes content) {
        ByteReader in = new ByteReader(content);
        in.skip(FEES_OFFSET + Long.BYTES);
        String now = fee(in);
        in.skip(Long.BYTES);
        String later = fee(in);
        return in.finishPrefix(token + " keeps " + now + (later.equals(now) ? "." : ", and from a later epoch on " + later + ".")).toOption();
    }

    private static String fee(ByteReader in) {
        String most = in.amount().toString();
        return in.u16() + " hundredths of a percent of each transfer, at most " + most + " base units";
    }

    private static Option<Address> address(Bytes content, int offset) {
        return Option.when(content.length() >= offset + 32, () -> Address.of(content, offset)).filter(found -> !found.equals(Address.ZERO));
    }
}

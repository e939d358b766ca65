package dev.mandate.solana.format;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.program.TransferFee;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.programs.account.MintAccount;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * Token-2022's extensions of a mint, by number ({@code ExtensionType}), and what they mean for its token accounts
 * ({@code get_required_init_account_extensions}).
 */
final class MintExtensions {

    static final int TRANSFER_FEE = 1;
    static final int NON_TRANSFERABLE = 9;
    static final int TRANSFER_HOOK = 14;
    static final int PAUSABLE = 26;

    /** The bytes of each extension of a token account, type and length included, by the mint's extension that requires it. */
    private static final Map<Integer, Integer> REQUIRED = HashMap.of(TRANSFER_FEE, 12, NON_TRANSFERABLE, 4, TRANSFER_HOOK, 5, PAUSABLE, 4);

    /** {@code TransferFeeConfig}: two authorities and the withheld amount. Then the fee so far, and the fee from a later epoch on. */
    private static final int TRANSFER_FEES_OFFSET = 32 + 32 + 8;

    private MintExtensions() {}

    /** Returns the bytes of the extensions that a token account of {@code mint} needs. */
    static int requiredLength(MintAccount mint) {
        return REQUIRED.filterKeys(type -> mint.extension(type).isDefined()).values().sum().intValue();
    }

    /** Returns the fee; none if the mint withholds nothing. */
    static Option<TransferFee> transferFee(MintAccount mint) {
        return mint.extension(TRANSFER_FEE).flatMap(MintExtensions::fee).filter(fee -> fee.basisPoints() > 0);
    }

    private static Option<TransferFee> fee(Bytes content) {
        ByteReader in = new ByteReader(content);
        in.skip(TRANSFER_FEES_OFFSET);
        TransferFee soFar = oneFee(in);
        TransferFee later = oneFee(in);
        TransferFee greater = new TransferFee(
                Math.max(soFar.basisPoints(), later.basisPoints()),
                soFar.maximum().compareTo(later.maximum()) > 0 ? soFar.maximum() : later.maximum());
        return in.finish(greater).toOption();
    }

    /** An epoch, the greatest fee, the basis points. */
    private static TransferFee oneFee(ByteReader in) {
        in.skip(Long.BYTES);
        BaseUnits maximum = in.amount();
        return new TransferFee(in.u16(), maximum);
    }
}

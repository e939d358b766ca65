package dev.mandate.solana.squadsv4.account;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.spending.Window;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.bytes.Unsigned;
import dev.mandate.solana.squadsv4.LimitTermsCodec;
import io.vavr.control.Either;

/**
 * A spending limit and the amount left in its current period.
 *
 * @param bump the bump of the account's address
 */
public record SpendingLimitAccount(SettingsAddress multisig, SpendingLimit limit, int bump) implements SquadsAccount {

    private static final int SIZE_WITHOUT_ADDRESSES = 139;

    public SpendingLimitAccount {
        Unsigned.requireU8(bump);
    }

    /** Decodes the account. Bytes after its content are ignored. */
    public static Either<SquadsAccountProblem, SpendingLimitAccount> decode(Bytes data) {
        return SquadsAccountReader.read(data, AccountType.SPENDING_LIMIT, SpendingLimitAccount::readFields);
    }

    /** Returns the size of a new account in bytes: exactly its content. */
    public static int size(LimitTerms terms) {
        return SIZE_WITHOUT_ADDRESSES
                + Bytes32.LENGTH * (terms.signers().length() + terms.destinations().length());
    }

    private static SpendingLimitAccount readFields(ByteReader in) {
        SettingsAddress multisig = new SettingsAddress(in.address());
        LimitTerms start = LimitTermsCodec.readStart(in);
        BaseUnits remaining = BaseUnits.ofUnsignedBits(in.u64());
        Window window = new Window(new UnixTime(in.u64()), remaining);
        int bump = in.u8();
        return new SpendingLimitAccount(
                multisig, new SpendingLimit(LimitTermsCodec.readAddresses(start, in), window), bump);
    }

    @Override
    public AccountType type() {
        return AccountType.SPENDING_LIMIT;
    }

    @Override
    public void writeFields(ByteWriter out) {
        out.address(multisig.address());
        LimitTermsCodec.writeStart(limit.terms(), out);
        out.u64(limit.window().remaining().bits());
        out.u64(limit.window().start().seconds());
        out.u8(bump);
        LimitTermsCodec.writeAddresses(limit.terms(), out);
    }
}

package dev.mandate.solana.squadsv4;

import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.collection.Array;

/** The program's encoding of a new spending limit's terms. {@link ConfigAction} and the admin's instruction share it. */
public final class LimitTermsCodec {

    private static final Period[] PERIODS = {Period.ONE_TIME, Period.DAY, Period.WEEK, Period.MONTH};

    private LimitTermsCodec() {}

    public static LimitTerms read(ByteReader in) {
        return readAddresses(readStart(in), in);
    }

    public static void write(LimitTerms terms, ByteWriter out) {
        writeStart(terms, out);
        writeAddresses(terms, out);
    }

    /** Reads the fields before the lists of addresses; the lists stay empty. A limit's account has other fields between these two parts. */
    public static LimitTerms readStart(ByteReader in) {
        return new LimitTerms(
                in.address(),
                in.u8(),
                Token.ofMint(in.address()),
                in.amount(),
                PERIODS[in.tag(PERIODS.length - 1)],
                Array.empty(),
                Array.empty());
    }

    /** Returns {@code start} with the lists of addresses that follow. */
    public static LimitTerms readAddresses(LimitTerms start, ByteReader in) {
        return start.withSigners(in.addresses().toArray()).withDestinations(in.addresses().toArray());
    }

    public static void writeStart(LimitTerms terms, ByteWriter out) {
        out.address(terms.createKey());
        out.u8(terms.vaultIndex());
        out.address(terms.token().mintAddress());
        out.amount(terms.amount());
        out.u8(switch (terms.period()) {
            case ONE_TIME -> 0;
            case DAY -> 1;
            case WEEK -> 2;
            case MONTH -> 3;
        });
    }

    public static void writeAddresses(LimitTerms terms, ByteWriter out) {
        out.addresses(terms.signers());
        out.addresses(terms.destinations());
    }
}

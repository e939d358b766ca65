package dev.mandate.domain.exposure;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.spending.Window;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A spending limit as those who may use it see it, kept by the chain or by the engine.
 *
 * @param vaultIndex the vault that is spent from
 * @param amount what each window allows
 * @param windowSeconds the length of a window; none if nothing is restored
 * @param window the one in force now
 * @param entitled each may spend alone
 * @param destinations the allowed receivers; empty allows any
 * @param end the first second at which it can't be used any more; none if it has no end
 */
public record SpendableLimit(
        Address limit,
        int vaultIndex,
        Token token,
        BaseUnits amount,
        Option<Long> windowSeconds,
        Window window,
        Array<Address> entitled,
        Array<Address> destinations,
        Option<UnixTime> end) {

    /** A limit that the chain keeps. */
    public static SpendableLimit of(Address limit, SpendingLimit kept, UnixTime now) {
        return new SpendableLimit(
                limit,
                kept.terms().vaultIndex(),
                kept.terms().token(),
                kept.terms().amount(),
                kept.terms().period().lengthSeconds(),
                kept.windowAt(now),
                kept.terms().signers(),
                kept.terms().destinations(),
                Option.none());
    }

    /** How many windows open after {@code now} and not after {@code until}. */
    long windowsUntil(UnixTime now, UnixTime until) {
        UnixTime last = end.filter(at -> !until.isBefore(at)).map(at -> at.plusSeconds(-1)).getOrElse(until);
        return windowSeconds
                .map(length -> opened(last, length) - opened(now, length))
                .map(count -> Math.max(0, count))
                .getOrElse(0L);
    }

    /** How many windows have opened after the present one; each opens strictly after the length of the one before. */
    private long opened(UnixTime at, long length) {
        return Math.max(0, Math.floorDiv(at.secondsSince(window.start()) - 1, length));
    }

    /** The first second of the {@code number}th window after the present one. */
    UnixTime opening(long number) {
        return window.start().plusSeconds(windowSeconds.map(length -> number * length + 1).getOrElse(0L));
    }

    boolean isOver(UnixTime now) {
        return end.exists(at -> !now.isBefore(at));
    }
}

package dev.mandate.simulator.squads.anchor;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.squadsv4.account.SquadsAccount;
import dev.mandate.simulator.runtime.RunningAccount;

/**
 * An account of the program with its decoded content. Only {@link #write} changes the account.
 *
 * @param content the content at the start of the instruction
 */
public record Stored<T extends SquadsAccount>(RunningAccount view, T content) {

    public Address address() {
        return view.address();
    }

    /** Writes {@code next} over the account; the bytes after it stay unchanged. */
    public void write(T next) {
        write(view, next);
    }

    /** Writes {@code content} over {@code view}; the bytes after it stay unchanged. */
    public static void write(RunningAccount view, SquadsAccount content) {
        view.write(content.writeOver(view.data()).getOrElseThrow(AnchorCode.ACCOUNT_DID_NOT_SERIALIZE::abort));
    }
}

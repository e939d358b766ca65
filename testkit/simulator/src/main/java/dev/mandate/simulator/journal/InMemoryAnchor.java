package dev.mandate.simulator.journal;

import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AnchorStore;
import io.vavr.control.Option;
import java.util.function.Function;

/** An anchor in memory. */
public final class InMemoryAnchor implements AnchorStore {

    private Option<Anchor> anchor = Option.none();

    @Override
    public synchronized Option<Anchor> read() {
        return anchor;
    }

    @Override
    public synchronized Anchor update(Function<Option<Anchor>, Anchor> change) {
        Anchor after = change.apply(anchor);
        anchor = Option.some(after);
        return after;
    }
}

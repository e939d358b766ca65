package dev.mandate.ports.api.events;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/**
 * A change of a tenant's accounts or authorities. It is projected from one event of the journal.
 *
 * @param id receivers recognize repetitions by it
 * @param position orders a tenant's events: the position of the recorded event in the journal
 * @param accountPosition counts the events of an account from 1, without a gap; none without an account
 * @param at when it was recorded, by the server's clock; when it happened by the chain's clock, if it was made elsewhere
 * @param network none for what belongs to no network, such as an API key
 */
public record CustodyEvent(
        EventId id,
        long position,
        Option<Long> accountPosition,
        UnixTime at,
        Option<Network> network,
        Option<Address> account,
        EventOrigin origin,
        EventData data) {

    public EventType type() {
        return data.type();
    }
}

package dev.mandate.ports.api.refusal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.Vote;
import org.junit.jupiter.api.Test;

final class RefusalTextTest {

    private static final UnixTime NOW = new UnixTime(0);

    @Test
    void everyStateHasTheInterfacesWord() {
        assertEquals("draft", RefusalText.status(new Proposal.Draft(NOW)));
        assertEquals("proposed", RefusalText.status(new Proposal.Active(NOW, Ballot.EMPTY)));
        assertEquals("approved", RefusalText.status(new Proposal.Approved(NOW, Ballot.EMPTY)));
        assertEquals("executed", RefusalText.status(new Proposal.Executed(NOW, Ballot.EMPTY)));
        assertEquals("rejected", RefusalText.status(new Proposal.Rejected(NOW, Ballot.EMPTY)));
        assertEquals("cancelled", RefusalText.status(new Proposal.Cancelled(NOW, Ballot.EMPTY)));
    }

    @Test
    void everyVoteIsAWord() {
        assertEquals("approve", RefusalText.word(Vote.APPROVE));
        assertEquals("reject", RefusalText.word(Vote.REJECT));
        assertEquals("cancel", RefusalText.word(Vote.CANCEL));
    }

    @Test
    void aMomentIsADateTimeInUtc() {
        assertEquals("1970-01-01T00:00:00Z", RefusalText.time(NOW));
        assertEquals("2026-11-20T12:00:00Z", RefusalText.time(new UnixTime(1_795_176_000)));
        assertEquals("1969-12-31T23:59:59Z", RefusalText.time(new UnixTime(-1)));
    }

    @Test
    void aMomentBeyondFourDigitYearsIsTheNearestThatThereIs() {
        assertEquals("9999-12-31T23:59:59Z", RefusalText.time(new UnixTime(253_402_300_800L)));
        assertEquals("9999-12-31T23:59:59Z", RefusalText.time(new UnixTime(Long.MAX_VALUE)));
        assertEquals("0000-01-01T00:00:00Z", RefusalText.time(new UnixTime(Long.MIN_VALUE)));
    }
}

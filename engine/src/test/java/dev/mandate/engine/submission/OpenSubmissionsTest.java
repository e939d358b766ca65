package dev.mandate.engine.submission;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.submission.SubmissionSubject;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

/** How many submissions a tenant has open, as one of two instances knows it. */
class OpenSubmissionsTest {

    private static final SubmissionSubject OTHER =
            new SubmissionSubject(new Tenant("bolt"), Network.DEVNET, SubmissionFixture.SUBJECT.account(), Array.empty());

    private final SubmissionFixture fixture = new SubmissionFixture();
    private final SubmissionRepository book = fixture.book();

    private int open() {
        return book.open();
    }

    @Test
    void rowsAreCountedOnceASecond() {
        var unused = fixture.payment(1);
        assertEquals(1, open());
        unused = fixture.payment(2);

        assertEquals(1, open(), "counted in this second");
        fixture.now = fixture.now.plusSeconds(1);
        assertEquals(2, open());
    }

    @Test
    void aNewSubmissionCountsAtOnce() {
        assertEquals(0, open());
        var unused = fixture.payment(book, SubmissionFixture.SUBJECT, 1);
        unused = fixture.payment(OTHER, 2);

        assertEquals(1, open());
    }
}

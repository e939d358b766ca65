package dev.mandate.testkit.referee.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.testkit.svm.RequiredSvm;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * The deployed program still does what the corpus says.
 *
 * <p>{@code -Dmandate.rewrite=true} records all of it anew.
 */
@Tag("svm")
class CorpusRecorderTest {

    private static final UnixTime START = new UnixTime(1_760_000_000);
    private static final int SEQUENCES = 10_000;

    private static final SvmRig RIG = RequiredSvm.rig(SvmSetup.squadsV4().trustingSignatures());

    @AfterContainer
    static void close() {
        RIG.close();
    }

    @Example
    void recordsWhatIsCheckedIn() throws IOException {
        CorpusRecorder recorder = new CorpusRecorder(RIG, START, sha256());
        if (Boolean.getBoolean("mandate.rewrite")) {
            rewrite(recorder);
        }
        SequenceCodec codec = new SequenceCodec(Corpus.CHECKED_IN.setup());
        for (RecordedSequence recorded : Corpus.CHECKED_IN.lines(Corpus.SAMPLE_STRIDE).map(codec::read)) {
            assertEquals(recorded, recorder.record(recorded.number()));
        }
        assertEquals(Corpus.CHECKED_IN.setup().programSha256(), sha256());
    }

    private static void rewrite(CorpusRecorder recorder) {
        List<String> lines = new ArrayList<>();
        for (int number = 1; number <= SEQUENCES; number++) {
            RecordedSequence recorded = recorder.record(number);
            lines.add(new SequenceCodec(recorder.setup()).write(recorded));
        }
        Corpus.CHECKED_IN.write(recorder.setup(), Array.ofAll(lines));
    }

    private static String sha256() throws IOException {
        return Bytes.of(Sha256.of(Bytes.of(Files.readAllBytes(Path.of(System.getenv("SQUADS_V4_SO"))))).toArray()).toHex();
    }
}

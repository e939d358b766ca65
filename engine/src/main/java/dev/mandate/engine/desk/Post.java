package dev.mandate.engine.desk;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.creation.Creations;
import dev.mandate.engine.holding.Holdings;
import dev.mandate.engine.submission.SubmissionBook;
import dev.mandate.engine.submission.SubmissionDriver;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.program.TransactionFormat;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Set;

/**
 * What all desks of one network stand on.
 *
 * @param custody of all accounts, whoever knows them
 * @param operators the operator's fee payers on all networks
 */
record Post(
        DesksParts parts,
        Network network,
        Chain chain,
        Custody custody,
        Holdings holdings,
        SubmissionBook submissions,
        SubmissionDriver driver,
        Creations creations,
        Set<Address> operators) {

    Journal journal() {
        return parts.journal();
    }

    ServerClock clock() {
        return parts.clock();
    }

    ChainFormats formats() {
        return parts.formats();
    }

    TransactionFormat format() {
        return parts.formats().format();
    }
}

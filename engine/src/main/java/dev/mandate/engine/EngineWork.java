package dev.mandate.engine;

import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.control.Option;
import dev.mandate.engine.authority.AuthorityPorts;
import dev.mandate.engine.parts.PerTenant;
import io.vavr.collection.Array;
import dev.mandate.engine.workers.TopicWork;
import dev.mandate.ports.spi.outbox.MessageHandler;
import java.util.function.Function;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.engine.submission.SubmissionWork;
import dev.mandate.engine.limit.EngineLimitRepository;
import dev.mandate.engine.limit.EngineLimitWork;
import dev.mandate.engine.authority.IdentityRepository;
import dev.mandate.engine.authority.IdentityAccountWork;
import dev.mandate.engine.authority.CodeMailWork;
import dev.mandate.engine.workers.DeliveryTerms;

/** What engines on one journal do while nobody waits. */
final class EngineWork {

    private EngineWork() {}

    /** Its messages wait in the journal: those of a topic that is missing here are delivered once it is there. */
    static Array<TopicWork> of(
            Journal journal, ServerClock clock, Option<AuthorityPorts> authorities, PerTenant<CustodyEngine> engines) {
        Option<KeyVault> vault = authorities.map(AuthorityPorts::vault);
        return Array.of(
                        new TopicWork(SubmissionRepository.TOPIC, submissions(journal, engines), SubmissionWork.TERMS),
                        new TopicWork(
                                EngineLimitRepository.TOPIC,
                                new EngineLimitWork(journal, clock, part(engines, engine -> Option.some(engine.engineLimits())), vault),
                                EngineLimitWork.TERMS))
                .appendAll(vault.map(there -> new TopicWork(
                        IdentityRepository.ACCOUNT_TOPIC,
                        new IdentityAccountWork(part(engines, CustodyEngine::identityAccounts)),
                        IdentityAccountWork.TERMS)))
                .appendAll(authorities.flatMap(AuthorityPorts::email).map(there -> new TopicWork(
                        IdentityRepository.MAIL_TOPIC, new CodeMailWork(part(engines, CustodyEngine::emailIdentities)), DeliveryTerms.DEFAULT)));
    }

    static MessageHandler submissions(Journal journal, PerTenant<CustodyEngine> engines) {
        return new SubmissionWork(
                journal,
                part(engines, engine -> Option.some(engine.driver())),
                over -> engines.of(over.subject().tenant(), over.subject().network()).flatMap(engine -> engine.settle(over)));
    }

    private static <T> PerTenant<T> part(PerTenant<CustodyEngine> engines, Function<CustodyEngine, Option<T>> part) {
        return (tenant, network) -> engines.of(tenant, network).flatMap(part);
    }
}

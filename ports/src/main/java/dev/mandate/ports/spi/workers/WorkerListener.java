package dev.mandate.ports.spi.workers;

/** Receives the events of workers. It is called on their threads, so it must return quickly. */
@FunctionalInterface
public interface WorkerListener {

    void heard(WorkerEvent event);

    /** Logs all events with the JDK's {@link System.Logger} named like this package. Events that need action are warnings. */
    static WorkerListener logging() {
        System.Logger logger = System.getLogger(WorkerListener.class.getPackageName());
        return event -> {
            System.Logger.Level level = switch (event) {
                case WorkerEvent.Retrying retrying -> System.Logger.Level.INFO;
                case WorkerEvent.Late late -> System.Logger.Level.INFO;
                case WorkerEvent.Buried buried -> System.Logger.Level.WARNING;
                case WorkerEvent.StepFailed failed -> System.Logger.Level.WARNING;
                case WorkerEvent.NotStopped notStopped -> System.Logger.Level.WARNING;
            };
            logger.log(level, event.text());
        };
    }
}

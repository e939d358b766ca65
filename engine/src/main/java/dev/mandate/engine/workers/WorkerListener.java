package dev.mandate.engine.workers;

/** Hears what happens to workers. Called on their threads, hence quickly. */
@FunctionalInterface
public interface WorkerListener {

    void heard(WorkerEvent event);

    /** Passes everything on to the JDK's {@link System.Logger} of this package's name: what needs a hand as a warning. */
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

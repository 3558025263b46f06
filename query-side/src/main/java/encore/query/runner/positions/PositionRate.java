package encore.query.runner.positions;

/**
 * Measures the positions per second over the last seconds. The runner records positions under its lock; any thread may
 * ask for the rate.
 */
public final class PositionRate {

    private static final double SECOND = 1e9;

    private long since = System.nanoTime();
    private long from = -1;
    private volatile double perSecond;
    private volatile long last = since;

    /** Records a position. The caller holds the runner's lock. */
    public void record(long position) {
        long now = System.nanoTime();
        last = now;
        if (from < 0) {
            from = position;
            since = now;
        } else if (now - since > SECOND / 2) {
            double current = (position - from) * SECOND / (now - since);
            perSecond = perSecond == 0 ? current : 0.5 * perSecond + 0.5 * current;
            from = position;
            since = now;
        }
    }

    public double perSecond() {
        return System.nanoTime() - last > 3 * SECOND ? 0 : perSecond;
    }
}

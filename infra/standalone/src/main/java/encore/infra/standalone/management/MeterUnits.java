package encore.infra.standalone.management;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Renames the meters of libraries whose names have no unit. */
@Component
public class MeterUnits implements MeterFilter {

    private static final Map<String, String> RENAMED = Map.of(
            "jvm.gc.overhead", "jvm.gc.overhead.ratio",
            "jvm.memory.usage.after.gc", "jvm.memory.usage.after.gc.ratio",
            "process.cpu.usage", "process.cpu.usage.ratio",
            "system.cpu.count", "system.cpus",
            "system.cpu.usage", "system.cpu.usage.ratio",
            "system.load.average.1m", "system.load.average.1m.tasks");

    @Override
    public Meter.Id map(Meter.Id id) {
        String name = RENAMED.get(id.getName());
        return name == null ? id : id.withName(name);
    }
}

package encore.command.idols;

import encore.command.RandomCommands;
import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolPresentation;
import encore.kernel.idols.IdolProfile;
import encore.kernel.idols.IdolType;
import encore.kernel.idols.IdolsCommand.AddIdol;
import encore.kernel.idols.IdolsCommand.ChangeIdol;
import encore.kernel.idols.IdolsCommand.PresentIdol;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

class IdolCommands implements RandomCommands {

    private static final IdolId IDOL = new IdolId(7, "i");

    @Override
    public Class<?> aggregate() {
        return Idol.class;
    }

    @Override
    public Command<?> next(Random random) {
        IdolProfile profile = new IdolProfile(
                "n" + random.nextInt(3),
                random.nextBoolean() ? null : IdolType.values()[random.nextInt(5)],
                random.nextBoolean() ? null : "m" + random.nextInt(2),
                null,
                null,
                List.of("l" + random.nextInt(3)),
                null);
        return switch (random.nextInt(3)) {
            case 0 -> new AddIdol(IDOL, profile);
            case 1 -> new ChangeIdol(IDOL, new Patch<>(profile, random.nextBoolean() ? Set.of() : Set.of("props")));
            default ->
                new PresentIdol(
                        IDOL,
                        Patch.of(new IdolPresentation(
                                "d" + random.nextInt(2), new UUID(1, random.nextInt(3)), null, null, 7L, null)));
        };
    }
}

package encore.command.relations;

import encore.command.RandomCommands;
import encore.kernel.Command;
import encore.kernel.relations.RelationCommand.Relate;
import encore.kernel.relations.RelationCommand.Unrelate;
import encore.kernel.relations.RelationKind;
import java.util.Random;

/** Two idols in either order. */
final class RelationCommands implements RandomCommands {

    @Override
    public Class<?> aggregate() {
        return Relation.class;
    }

    @Override
    public Command<?> next(Random random) {
        String one = random.nextBoolean() ? "ada" : "bea";
        String other = one.equals("ada") ? "bea" : "ada";
        return random.nextBoolean()
                ? new Relate(RelationKind.IDOL, 7, one, other)
                : new Unrelate(RelationKind.IDOL, 7, one, other);
    }
}
